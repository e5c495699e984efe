/** The program of each host: command, environment and readiness check. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  databasePasswordName,
  loadDatabasePassword,
} from '../../../packages/server/src/adapters/embedded-postgres/database-password.ts'
import {
  ensureCluster,
  superuser,
} from '../../../packages/server/src/adapters/embedded-postgres/init-cluster.ts'
import { preparePostgresBinaries } from '../../../packages/server/src/adapters/embedded-postgres/postgres-binaries.ts'
import { serverSettings } from '../../../packages/server/src/adapters/embedded-postgres/postmaster.ts'
import { unprivilegedCommand } from '../../../packages/server/src/adapters/embedded-postgres/unprivileged-command.ts'
import { checkoutEnvironment, serverFlags } from '../../../scripts/node-24.mjs'
import { addressOf, type ClusterSize, type HostName, network, webNames } from './addresses.ts'
import { programEnv } from './unpacked-programs.ts'

export interface HostProgram {
  readonly command: readonly string[]
  readonly env: Record<string, string>
  /** Ready when this port accepts connections; without a port, when it sends an IPC message. */
  readonly port?: number
}

const serverDir = fileURLToPath(new URL('../../../packages/server/src/', import.meta.url))
const siteConfig = fileURLToPath(new URL('../../../deploy/nginx/filesmith.conf', import.meta.url))
const swiftProgram = fileURLToPath(new URL('./serve-swift.py', import.meta.url))

export const s3Access = { keyId: 'filesmith:filesmith', secret: 'secret-of-the-cluster', bucket: 'filesmith' }
const s3Port = 8080
export const s3Endpoint = `http://s3:${s3Port}`
export const databaseUrl = `postgres://${superuser}@postgres:5432/postgres`

/** PostgreSQL, Swift and nginx do not run as root. */
function unprivileged(program: string, args: readonly string[]): string[] {
  const command = unprivilegedCommand(program, args)
  return [command.program, ...command.args]
}

export async function postgresProgram(folder: string): Promise<HostProgram> {
  const dataDir = join(folder, 'postgres')
  mkdirSync(dataDir, { mode: 0o700 })
  const binaries = await preparePostgresBinaries(dataDir)
  await loadDatabasePassword(dataDir)
  const passwordPath = join(dataDir, databasePasswordName)
  await ensureCluster(binaries, dataDir, { isDurable: false, passwordPath })
  const access = join(dataDir, 'pg_hba.conf')
  writeFileSync(access, `local all all trust\nhost all all ${network} trust\n`)
  const settings = [
    ...serverSettings(dataDir, { isDurable: false }),
    ...['-c', `listen_addresses=${addressOf('postgres')}`, '-c', `hba_file=${access}`],
    ...['-c', 'shared_preload_libraries=pg_stat_statements'],
  ]
  const command = unprivileged(binaries.postgres, ['-D', join(dataDir, 'postgres'), ...settings])
  return { command, env: { ...(binaries.env as Record<string, string>) }, port: 5432 }
}

export function swiftProgramOf(folder: string): HostProgram {
  const args = [join(folder, 's3'), addressOf('s3'), String(s3Port), s3Access.keyId, s3Access.secret]
  const script = 'memcached -l 127.0.0.1 -m 64 & exec /usr/bin/python3 "$@"'
  const command = unprivileged('sh', ['-c', script, 'sh', swiftProgram, ...args])
  return { command, env: programEnv(), port: s3Port }
}

/** The shipped nginx configuration, reduced to the existing web hosts, inside a minimal main configuration. */
export function nginxProgram(folder: string, size: ClusterSize): HostProgram {
  const own = join(folder, 'nginx')
  mkdirSync(own, { mode: 0o700 })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const config = [
    `pid ${own}/pid; daemon off; error_log stderr warn;`,
    'worker_processes 1; worker_rlimit_nofile 8192; events { worker_connections 4096; }',
    'http {',
    ...temporary.map(kind => `  ${kind}_temp_path ${own}/${kind};`),
    '  access_log off;',
    // Reports to tests which web process answered; inherited because the site configuration has no add_header.
    '  add_header X-Answered-By $upstream_addr always;',
    `  include ${join(own, 'site.conf')};`,
    '}',
  ]
  const isMissing = (line: string) =>
    /^\s*server web-/.test(line) && !webNames(size).some(web => line.includes(`${web}:`))
  const site = readFileSync(siteConfig, 'utf8').split('\n')
  writeFileSync(join(own, 'site.conf'), site.filter(line => !isMissing(line)).join('\n'))
  writeFileSync(join(own, 'nginx.conf'), config.join('\n'))
  const command = unprivileged('nginx', ['-p', own, '-e', 'stderr', '-c', join(own, 'nginx.conf')])
  return { command, env: programEnv(), port: 80 }
}

export function filesmithProgram(
  host: HostName,
  folder: string,
  settings: Record<string, string>,
): HostProgram {
  const isWeb = host.startsWith('web-')
  const program = join(serverDir, isWeb ? 'main-web.ts' : 'main-worker.ts')
  const { PATH = '', NODE_COMPILE_CACHE } = checkoutEnvironment()
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    DATA_DIR: join(folder, host),
    DATABASE_URL: databaseUrl,
    STORAGE: 's3',
    S3_ENDPOINT: s3Endpoint,
    S3_BUCKET: s3Access.bucket,
    S3_ACCESS_KEY_ID: s3Access.keyId,
    S3_SECRET_ACCESS_KEY: s3Access.secret,
    COOKIE_SECRET: 'one secret for all hosts of the cluster',
    HOST: addressOf(host),
    PORT: '3000',
    BEHIND_PROXY: 'true',
    PUBLIC_URL: 'http://nginx',
    PLAN_FREE_PER_DAY: '1000000',
    ADDRESS_PER_DAY: '1000000',
    STORAGE_QUOTA_NETWORK_MB: '100000000',
    OPEN_UPLOADS_PER_NETWORK: '100000',
    INSPECTIONS_PER_MINUTE: '100000',
    ...settings,
  }
  const command = [process.execPath, ...serverFlags, program]
  return { command, env, ...(isWeb && { port: 3000 }) }
}
