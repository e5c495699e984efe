import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { pdfProgramPackages } from '../pdf-tools/packages.ts'
import { type CompiledCode, compiledCode } from './compiled-code.ts'
import { type NodeProgram, nodeProgram } from './node-helper.ts'
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
    const compiled = compiledFolder({ mounts }) ?? ''
    const names = await readdir(compiled, { recursive: true })
    expect(names).toContain('bundle/program.mjs')
    expect(names.filter(name => !name.startsWith('bundle')).length).toBeGreaterThan(1)

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
    launcher: '',
    mounts: [{ source: '/bin/true', target: '/bin/true' }],
    sources: [{ source: sourceFolder, target: '/app/src' }],
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
    const names: string[] = []
    for (const version of [older, newer]) {
      compiledCode(sandbox, version)
      await expect.poll(() => compiledFolder(compiledCode(sandbox, version))).toBeDefined()
      await expect.poll(() => readdir(results)).toHaveLength(1)
      names.push(...(await readdir(results)))
    }
    expect(new Set(names).size).toBe(2)
  } finally {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  }
})

test('compiledCode: runs the bundle, and the source once the bundle is removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-compiled-'))
  vi.stubEnv('NODE_COMPILE_CACHE', folder)
  const sandbox = await createSandbox('required', () => {})
  const prepare = () => nodeProgram(sandbox, 'pdf-tools/program.ts', pdfProgramPackages)
  try {
    prepare()
    await expect.poll(() => compiledFolder(prepare())).toBeDefined()
    const program = prepare()
    expect(program.env).toMatchObject({ PROGRAM_BUNDLE: '/app/compiled/bundle/program.mjs' })
    const bundled = await failUnknownTask({ ...program, env: { ...program.env, ...logCompileCache } })
    expect(bundled.stack).toContain('/app/compiled/bundle/')
    // Otherwise each start loads the compiler for TypeScript.
    expect(bundled.log).toMatch(/reading cache .* StrippedTypeScript .*launch-program\.ts.* success/)
    // As scripts that are not modules the files would be parsed twice.
    expect(bundled.log).not.toContain('CommonJS /app/compiled')
    await rm(compiledFolder(program) ?? '', { recursive: true })
    const fromSource = await failUnknownTask(program)
    expect(fromSource.stack).toContain('/app/engines/src/pdf-tools/')
  } finally {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  }

  /** The stack of its failure names the files that ran. */
  async function failUnknownTask({ command, script, mounts, env }: NodeProgram) {
    const { child } = sandbox
      .prepare({ command, args: [script], mounts, env, system: 'libraries', limits: {} })
      .start()
    const job = { task: 'none', options: {}, files: [], name: '', outFolder: '', maxPages: 1, maxPixels: 1 }
    child.stdin.end(JSON.stringify(job))
    const [stack, log] = await Promise.all(
      [child.stdout, child.stderr].map(async output => (await output.setEncoding('utf8').toArray()).join('')),
    )
    return { stack, log }
  }
})

const logCompileCache = { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }

function compiledFolder({ mounts }: Pick<CompiledCode, 'mounts'>): string | undefined {
  return mounts.find(({ target }) => target === '/app/compiled')?.source
}
