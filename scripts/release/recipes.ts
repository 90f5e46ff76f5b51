// Files of a release that others build from: a container's and Homebrew's.
import manifest from '../../package.json'

const { version } = manifest

/** `release`: as its files are named. For `podman build` or `docker build` in the folder of the release. Glibc and libstdc++ are all that the program needs. */
export const containerfile = (
  release: string,
) => `# podman build -t daybook:${version} . && podman run -p 3292:3292 -v daybook:/data daybook:${version}
FROM docker.io/library/debian:12-slim
ARG TARGETARCH=amd64
RUN useradd --system --uid 10001 --user-group --home-dir /data --shell /usr/sbin/nologin daybook \\
 && install -d -m 0700 -o daybook -g daybook /data
COPY daybook-${release}-linux-* /tmp/release/
RUN case "$TARGETARCH" in amd64) system=linux-x64 ;; arm64) system=linux-arm64 ;; *) exit 1 ;; esac \\
 && install -m 0755 "/tmp/release/daybook-${release}-$system" /usr/local/bin/daybook && rm -r /tmp/release
USER 10001:10001
VOLUME /data
EXPOSE 3292
STOPSIGNAL SIGTERM
ENV DAYBOOK_DATA=/data DAYBOOK_HOST=0.0.0.0
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \\
  CMD BUN_BE_BUN=1 daybook -e "const { ok } = await fetch('http://127.0.0.1:3292/health'); process.exit(ok ? 0 : 1)"
ENTRYPOINT ["daybook"]
CMD ["serve"]
`

/** Homebrew's formula. `home`: where the files of the release are to be had. `hashes`: the SHA-256 of each, by its name. */
export function homebrewFormula(
  { home, release }: { home: string; release: string },
  hashes: ReadonlyMap<string, string>,
): string {
  return `class Daybook < Formula
  desc "Back office of a small shop: one program, one data directory, no internet"
  homepage "${home}"
  version "${version}"
  license "MIT"

  on_macos do
${fileFor('on_arm', 'darwin-arm64')}${fileFor('on_intel', 'darwin-x64')}  end

  on_linux do
${fileFor('on_arm', 'linux-arm64')}${fileFor('on_intel', 'linux-x64')}  end

  def install
    bin.install Dir["daybook-*"].first => "daybook"
    generate_completions_from_executable(bin/"daybook", "completions")
    (man1/"daybook.1").write Utils.safe_popen_read(bin/"daybook", "manual")
  end

  service do
    run [opt_bin/"daybook", "serve"]
    keep_alive true
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/daybook version")
  end
end
`

  function fileFor(processor: string, system: string): string {
    const name = `daybook-${release}-${system}`
    const sha256 = hashes.get(name)
    if (sha256 === undefined) return ''
    return `    ${processor} do
      url "${home}/${name}"
      sha256 "${sha256}"
    end
`
  }
}
