# Orthant on Debian 12:
#   docker build -t orthant .
#   docker run --rm -v "$PWD:/work" orthant run FILE.json
FROM debian:12 AS packages
COPY .ci/install .ci/packages.txt /orthant/.ci/
RUN /orthant/.ci/install packages.txt

FROM packages AS build
COPY . /orthant
WORKDIR /orthant/build/release
RUN cmake -S /orthant --preset release -DORTHANT_TESTS=OFF -DORTHANT_BENCH=OFF \
    && cmake --build . \
    && cpack

FROM debian:12
COPY --from=build /orthant/build/release/orthant_*.deb /tmp/
RUN apt-get update \
    && apt-get install --yes --no-install-recommends /tmp/orthant_*.deb python3-matplotlib \
    && rm -rf /var/lib/apt/lists/* /tmp/orthant_*.deb
WORKDIR /work
ENTRYPOINT ["orthant"]
