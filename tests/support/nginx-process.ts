/** nginx with one server block, on a free loopback port. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unprivilegedCommand } from '../../packages/server/src/adapters/embedded-postgres/unprivileged-command.ts'
import { programEnv } from './cluster/unpacked-programs.ts'

export interface NginxProcess {
  stop(): Promise<void>
}

const temporaryKinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** `locations` is the content of the server block. */
export async function startNginx(port: number, locations: string): Promise<NginxProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-nginx-'))
  await chmod(folder, 0o700)
  const config = [
    `pid ${folder}/pid; daemon off; error_log stderr warn;`,
    'worker_processes 1; events { worker_connections 512; }',
    'http {',
    ...temporaryKinds.map(kind => `  ${kind}_temp_path ${folder}/${kind};`),
    '  access_log off;',
    `  server { listen 127.0.0.1:${port}; server_name _;`,
    locations,
    '  }',
    '}',
  ]
  await writeFile(join(folder, 'nginx.conf'), config.join('\n'))
  const { program, args } = unprivilegedCommand('nginx', [
    ...['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')],
  ])
  const child = spawn(program, args, { env: programEnv(), stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', data => (errors += data))
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  const deadline = Date.now() + 10_000
  while (!(await isListening(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`nginx did not start:\n${errors}`)
    }
  }
  return { stop }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    await new Promise(resolve => setTimeout(resolve, 50))
    return false
  } finally {
    socket.destroy()
  }
}
