import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { rootFolder } from '../root-folder.mjs'
import { check, type Files, imports, tree, types } from './sample-tree.ts'

describe('readImports: finds every form of import', () => {
  test.each([
    ["import '../http/app.ts'"],
    ["export * from '../http/app.ts'"],
    ["export { x } from '../http/app.ts'"],
    ["export type { X } from '../http/app.ts'"],
    ["const app = await import('../http/app.ts')"],
    ["let app: import('../http/app.ts').App"],
  ])('%s', source => {
    expect(check(['packages/server/src/worker/a.ts', `\n\n${source}`])).toEqual([
      {
        file: 'packages/server/src/worker/a.ts',
        line: 3,
        reason: expect.stringContaining('server/worker may not import server/http'),
      },
    ])
  })

  test('checkImport: an import that mixes types and values counts as a value import', () => {
    const file = 'packages/server/src/domain/a.ts'
    const [mixed] = check([file, "import { type X, y } from '@filesmith/engines/engine'"])
    expect(mixed?.reason).toContain('only types')
    expect(check([file, "import { type X, type Y } from '@filesmith/engines/engine'"])).toEqual([])
  })
})

describe('packages', () => {
  test('checkImport: another package is imported by its name', () => {
    const file = 'packages/server/src/http/a.ts'
    const [violation] = check([file, imports('../../../contract/src/formats.ts')])
    expect(violation).toMatchObject({ file, reason: expect.stringContaining('by its name') })
    expect(check([file, imports('@filesmith/contract/formats')])).toEqual([])
  })

  test('checkImport: rejects what a package does not export', () => {
    const [violation] = check(['packages/server/src/http/a.ts', imports('@filesmith/contract/nothing')])
    expect(violation?.reason).toContain('there is no such file')
  })

  test('checkImport: dev packages may be used by tests and config only', () => {
    expect(check(['packages/web/src/main.tsx', imports('vite')])[0]?.reason).toContain('development package')
    expect(check(['packages/web/vite.config.ts', imports('vite')])).toEqual([])
    expect(check(['packages/web/src/lib/upload.test.ts', imports('vitest')])).toEqual([])
  })

  test('checkImport: tests may import declared packages only', () => {
    expect(check(['tests/integration/a.test.ts', imports('left-pad')])[0]?.reason).toContain('not declared')
    expect(check(['tests/integration/a.test.ts', imports('vitest')])).toEqual([])
  })
})

describe('tests and tooling', () => {
  test.each(['./sample.test.ts', '../../../../tests/support/server.ts', '../../../../scripts/tool.ts'])(
    'checkImport: production code may not import %s',
    specifier => {
      expect(check(['packages/server/src/domain/a.ts', imports(specifier)])).toHaveLength(1)
    },
  )

  test('checkImport: tests may import anything', () => {
    const everything = ['../support/server.ts', '../../packages/server/src/database/pool.ts']
    expect(check(['tests/faults/a.test.ts', everything.map(imports).join('\n')])).toEqual([])
  })
})

describe('cycles', () => {
  test('are reported once, with their path', () => {
    const violations = check(
      ['packages/engines/src/a.ts', imports('./b.ts')],
      ['packages/engines/src/b.ts', imports('./c.ts')],
      ['packages/engines/src/c.ts', types('./a.ts')],
    )
    expect(violations).toEqual([
      {
        file: 'packages/engines/src/a.ts',
        line: 1,
        reason: expect.stringMatching(/cycle: \S+a\.ts -> \S+b\.ts -> \S+c\.ts -> \S+a\.ts$/),
      },
    ])
  })

  test('a file may not import itself', () => {
    expect(check(['packages/engines/src/a.ts', imports('./a.ts')])).toHaveLength(1)
  })

  test('engine folders may not import each other in circles, even without a cycle of files', () => {
    const violations = check(
      ['packages/engines/src/ocr/text.ts', types('../pdf/layout.ts')],
      ['packages/engines/src/pdf/layout.ts', ''],
      ['packages/engines/src/pdf/scans.ts', imports('../ocr/pages.ts')],
      ['packages/engines/src/ocr/pages.ts', ''],
    )
    expect(violations.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/cycle: \S+\/ocr -> \S+\/pdf -> \S+\/ocr$/),
    ])
  })

  test('engine folders may share a folder below both', () => {
    const violations = check(
      ['packages/engines/src/ocr/text.ts', imports('../page-layout/lines.ts')],
      ['packages/engines/src/pdf/layout.ts', imports('../page-layout/lines.ts')],
      ['packages/engines/src/page-layout/lines.ts', types('../engine.ts')],
    )
    expect(violations).toEqual([])
  })

  test('two paths to one file are not a cycle', () => {
    const violations = check(
      ['packages/engines/src/a.ts', `${imports('./b.ts')}\n${imports('./c.ts')}`],
      ['packages/engines/src/b.ts', imports('./c.ts')],
      ['packages/engines/src/c.ts', ''],
    )
    expect(violations).toEqual([])
  })
})

describe('the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'filesmith-import-rules-'))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function run(files: Files) {
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), source)
    }
    return spawnSync(process.execPath, [join(rootFolder, 'scripts/import-rules/main.ts'), folder], {
      encoding: 'utf8',
    })
  }

  test('passes a valid tree and fails an invalid one, naming file, line and reason', () => {
    const sound = run(tree)
    expect(sound).toMatchObject({ status: 0, stdout: expect.stringContaining(' 0 violations') })
    const broken = run({ 'packages/server/src/domain/request.ts': `\n${imports('../http/app.ts')}` })
    expect(broken.stdout).toContain(
      'packages/server/src/domain/request.ts:2 imports ../http/app.ts: server/domain may not import server/http',
    )
    expect(broken.status).toBe(1)
  })

  test('works where the folders do not exist yet', () => {
    expect(run({ 'package.json': '{}' }).status).toBe(0)
  })
})
