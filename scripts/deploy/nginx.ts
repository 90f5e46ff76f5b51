import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../crash-loop/processes.ts'

const folder = join(import.meta.dir, './files/nginx')

/** The longest time until nginx listens, in milliseconds. */
const startMs = 60_000

/** A running nginx in front of other servers. */
export type Nginx = AsyncDisposable & { url: string }

/** The servers' real addresses. They replace the addresses in the files. */
export type Behind = {
  first: string
  /** The addresses of the copies that only read. */
  reads: readonly string[]
  key: string
  /** Whether nginx spreads one client's requests over all copies. By default, a client stays at one copy. */
  isSpread?: boolean
}

export function hasNginx(): boolean {
  return Bun.which('nginx') !== null
}

/** The fault that nginx itself finds in one of our files. Undefined if there is none. */
export function problemOf(file: string): string | undefined {
  const work = workFolder()
  try {
    const config = written(work, ourFile(file))
    const { success, stderr } = Bun.spawnSync(['nginx', '-t', '-p', work, '-c', config])
    return success ? undefined : `${file}: ${stderr.toString()}`
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Starts nginx with `reads.conf`, whose addresses are replaced. */
export async function startReads(behind: Behind): Promise<Nginx> {
  const servers = behind.reads.map(
    (url) => `  server ${new URL(url).host} max_fails=2 fail_timeout=5s;`,
  )
  return await startNginx(
    ourFile('reads.conf')
      .replace('server 127.0.0.1:3292;', `server ${new URL(behind.first).host};`)
      .replace(/(?: {2}server 127\.0\.0\.1:329[34].*\n)+/, `${servers.join('\n')}\n`)
      .replace('ip_hash;', behind.isSpread === true ? 'least_conn;' : 'ip_hash;')
      .replace('PUT-A-KEY-HERE', behind.key)
      // A short time, so that the checks need not wait.
      .replace('proxy_cache_valid 200 5s;', 'proxy_cache_valid 200 1s;'),
  )
}

/** Starts nginx with `shops-in-containers.conf`: all containers are at one port, and found by this name server. */
export async function startShops(behind: { nameServer: string; port: string }): Promise<Nginx> {
  return await startNginx(
    ourFile('shops-in-containers.conf')
      .replace('resolver 127.0.0.11 ', `resolver ${behind.nameServer} `)
      .replaceAll(':3292;', `:${behind.port};`),
  )
}

/**
 * Starts nginx with nothing set that it does not need: it speaks HTTP/1.0 to what is behind it, and closes the connection.
 * `isBuffered`: whether it has the whole request before it passes it on.
 */
export async function startPlain(behind: { url: string; isBuffered: boolean }): Promise<Nginx> {
  const buffering = behind.isBuffered ? 'on' : 'off'
  return await startNginx(`server {
  listen 80;
  client_max_body_size 100m;
  proxy_request_buffering ${buffering};
  location / { proxy_pass ${behind.url}; }
}`)
}

function ourFile(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

/** Starts nginx with the configuration of a site, on a port of its own. */
async function startNginx(site: string): Promise<Nginx> {
  const work = workFolder()
  const port = freePort()
  const config = site.replace(/listen 80( default_server)?;/, `listen 127.0.0.1:${port}$1;`)
  const child = Bun.spawn(['nginx', '-p', work, '-c', written(work, config), '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await answering(url)
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGQUIT')
      await child.exited
      rmSync(work, { recursive: true, force: true })
    },
  }
}

function workFolder(): string {
  const work = mkdtempSync(join(tmpdir(), 'daybook-nginx-'))
  mkdirSync(join(work, 'cache'))
  return work
}

/** The file inside a whole configuration that needs no rights, and writes into the folder alone. */
function written(work: string, inside: string): string {
  const file = join(work, 'nginx.conf')
  const own = inside.replaceAll('/var/cache/nginx/', `${work}/cache/`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${work}/${name};`)
    .join('\n')
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${work}/nginx.pid;
error_log ${work}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
${temporary}
${own}
}
`,
  )
  return file
}

async function answering(url: string): Promise<void> {
  const deadline = performance.now() + startMs
  for (;;) {
    try {
      await fetch(url)
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
      await Bun.sleep(20)
    }
  }
}
