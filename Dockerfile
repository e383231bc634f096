# torqueflow with all that it runs: simulators, compiler, Python. Results go into the folder you mount.
#
#   docker build -t torqueflow .
#   docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/work" torqueflow simulate puma560 --points 50
FROM python:3.11-slim-bookworm

# The same list as `make` installs, before the sources: it changes seldom.
COPY scripts/system-programs.sh /tmp/
RUN /tmp/system-programs.sh && rm -rf /var/lib/apt/lists/*

COPY . /src
RUN python -m pip install --no-cache-dir -c /src/constraints.txt \
        '/src[optimum,mujoco,mjcf,xacro,cluster,fst,serial,synth]' \
    && rm -rf /src

# Compiled machines and emulators are kept here, whoever runs it; mount a volume to keep them longer.
ENV XDG_CACHE_HOME=/cache MPLCONFIGDIR=/cache/matplotlib
RUN mkdir /cache && chmod 1777 /cache
WORKDIR /work
ENTRYPOINT ["torqueflow"]
CMD ["--help"]
