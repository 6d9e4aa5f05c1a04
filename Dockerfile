# Debian trixie with Python 3.12.14. A newer one: docker buildx imagetools inspect python:3.12-slim tells its digest.
ARG BASE=python:3.12-slim@sha256:78387bc3881b8273120a12ebe6c1ab22b018ccc2c9adf565ae1ac9b536e184ea

FROM ${BASE} AS builder
COPY requirements.txt .
RUN python -m venv /venv && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.txt

FROM ${BASE}
RUN useradd --system --create-home --uid 10001 parlour && install --directory --owner parlour /data
COPY --from=builder /venv /venv
COPY LICENSE /parlour/
COPY engine /parlour/engine
COPY bot /parlour/bot
COPY cogs /parlour/cogs
COPY data /parlour/data
# Compiled now, since nothing but /data can be written later.
RUN python -m compileall -q /parlour
# Started in /data, so that a database without a directory, such as the default one, is in the volume.
WORKDIR /data
ENV PATH="/venv/bin:$PATH" \
    PYTHONPATH=/parlour \
    PYTHONUNBUFFERED=1 \
    HEALTH_HOST=0.0.0.0 \
    HEALTH_PORT=8080
USER parlour
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s CMD ["python", "-m", "bot", "health"]
CMD ["python", "-m", "bot"]
