import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { type CompiledCode, compiledCode, nodeProgram } from './node-helper.ts'
import { createSandbox } from './sandbox.ts'

test('compiledCode: compiles a program once, and helpers can read but not change the result', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-compiled-'))
  vi.stubEnv('NODE_COMPILE_CACHE', folder)
  const sandbox = await createSandbox('required', () => {})
  try {
    const before = nodeProgram(sandbox, 'libreoffice/sanitize/program.ts', ['parse5'])
    expect(before.env).toEqual({ NODE_ENV: 'production' })
    await expect.poll(() => compiledFolder(programNow())).toBeDefined()
    const { env, mounts } = programNow()
    expect(env).toMatchObject({ NODE_COMPILE_CACHE: '/app/compiled' })
    const compiled = compiledFolder({ env, mounts }) ?? ''
    expect((await readdir(compiled, { recursive: true })).length).toBeGreaterThan(10)

    const { child } = sandbox
      .prepare({
        command: '/bin/sh',
        args: ['-c', 'ls /app/compiled && touch /app/compiled/changed'],
        mounts,
        system: 'programs',
        limits: {},
      })
      .start()
    const [output] = await Promise.all([child.stderr.setEncoding('utf8').toArray(), once(child, 'close')])
    expect(output.join('')).toContain('Read-only file system')
    expect(child.exitCode).not.toBe(0)
  } finally {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  }

  function programNow(): CompiledCode {
    return nodeProgram(sandbox, 'libreoffice/sanitize/program.ts', ['parse5'])
  }
})

test('compiledCode: newer sources are compiled again, and the earlier result is removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-compiled-'))
  vi.stubEnv('NODE_COMPILE_CACHE', join(folder, 'cache'))
  const sandbox = await createSandbox('required', () => {})
  const results = join(folder, 'cache', 'helpers', 'program.ts')
  const program = (sourceFolder: string) => ({
    name: 'program.ts',
    command: '/bin/true',
    script: '',
    mounts: [{ source: '/bin/true', target: '/bin/true' }],
    sourceFolders: [sourceFolder],
  })
  try {
    const [older, newer] = await Promise.all(
      [2020, 2021].map(async year => {
        const source = await mkdtemp(join(folder, 'source-'))
        await writeFile(join(source, 'a.ts'), '')
        await utimes(join(source, 'a.ts'), new Date(year, 0), new Date(year, 0))
        return program(source)
      }),
    )
    if (older === undefined || newer === undefined) throw new Error('no programs')
    for (const { version, time } of [
      { version: older, time: new Date(2020, 0) },
      { version: newer, time: new Date(2021, 0) },
    ]) {
      compiledCode(sandbox, version)
      await expect.poll(() => compiledFolder(compiledCode(sandbox, version))).toBeDefined()
      await expect.poll(() => readdir(results)).toEqual([`${process.version}-${time.getTime()}`])
    }
  } finally {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  }
})

function compiledFolder({ mounts }: CompiledCode): string | undefined {
  return mounts.find(({ target }) => target === '/app/compiled')?.source
}
