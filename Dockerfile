FROM python:3.12-slim AS builder
COPY requirements.txt .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.txt

FROM python:3.12-slim
RUN useradd --system --create-home --uid 10001 parlour && install --directory --owner parlour /data
COPY --from=builder /venv /venv
WORKDIR /parlour
COPY LICENSE ./
COPY engine engine
COPY bot bot
COPY cogs cogs
COPY data data
RUN python -m compileall -q engine bot cogs data
ENV PATH="/venv/bin:$PATH" \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL=sqlite+aiosqlite:////data/parlour.db \
    HEALTH_PORT=8080
USER parlour
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s CMD ["python", "-m", "bot", "health"]
CMD ["python", "-m", "bot"]
