/** Runs `npm run admin` on an installation. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from './bare-environment.ts'

const program = fileURLToPath(new URL('../../packages/server/src/main-admin.ts', import.meta.url))

/** Returns its output; `typed` is its stdin. */
export async function runAdmin(
  dataDir: string,
  args: readonly string[],
  typed = '',
  env: Record<string, string> = {},
): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...bareEnvironment, DATA_DIR: dataDir, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => (output += text))
  child.stdin.on('error', () => undefined).end(typed)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`admin ${args.join(' ')} ended with ${code}: ${output}`)
  return output.trim()
}
