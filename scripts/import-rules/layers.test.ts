import { describe, expect, test } from 'vitest'
import { layers } from './rules.ts'
import { check, imports, tree, types } from './sample-tree.ts'

/** Every row: a file, a source that breaks the rule and why, and one that keeps to it. */
const cases: [layer: string, file: string, broken: string, reason: string, legal: string][] = [
  ['contract', 'packages/contract/src/a.ts', imports('node:fs'), 'no Node modules', imports('zod')],
  ['contract', 'packages/contract/src/a.ts', imports('react'), 'not declared', imports('./formats.ts')],
  [
    'contract',
    'packages/contract/src/a.ts',
    types('@filesmith/engines/build-execution-plan'),
    'not declared',
    types('zod'),
  ],
  [
    'engines/build-execution-plan',
    'packages/engines/src/build-execution-plan.ts',
    imports('fastify'),
    'not declared',
    imports('sharp'),
  ],
  [
    'engines/engine',
    'packages/engines/src/engine.ts',
    types('pg'),
    'not declared',
    types('@filesmith/contract/formats'),
  ],
  [
    'engines',
    'packages/engines/src/a.ts',
    imports('@filesmith/server/config'),
    'not declared',
    `${imports('node:fs')}\n${imports('sharp')}\n${imports('@filesmith/contract/formats')}`,
  ],
  [
    'client',
    'packages/client/src/a.ts',
    imports('@filesmith/contract/formats'),
    'not declared',
    imports('./send.ts'),
  ],
  ['client', 'packages/client/src/a.ts', imports('node:fs'), 'no Node modules', ''],
  [
    'cli',
    'packages/cli/src/a.ts',
    imports('@filesmith/server/config'),
    'not declared',
    `${imports('@filesmith/engines/build-execution-plan')}\n${imports('@filesmith/client/send')}\n${imports('node:fs')}`,
  ],
  [
    'server/ports',
    'packages/server/src/ports/a.ts',
    imports('node:fs'),
    'only through ports',
    `${imports('@filesmith/contract/formats')}\n${types('node:stream')}\n${types('./storage.ts')}`,
  ],
  ['server/ports', 'packages/server/src/ports/a.ts', types('pg'), 'may not use the package pg', ''],
  [
    'server/ports',
    'packages/server/src/ports/a.ts',
    types('../domain/request.ts'),
    'server/ports may not import server/domain',
    types('./storage.ts'),
  ],
  [
    'server/domain',
    'packages/server/src/domain/a.ts',
    imports('../database/pool.ts'),
    'server/domain may import only types from server/database',
    `${types('../database/pool.ts')}\n${imports('../ports/storage.ts')}\n${imports('@filesmith/contract/formats')}`,
  ],
  [
    'server/domain',
    'packages/server/src/domain/a.ts',
    imports('@filesmith/engines/sharp/encode'),
    'server/domain may not import engines',
    imports('@filesmith/engines/build-execution-plan'),
  ],
  [
    'server/domain',
    'packages/server/src/domain/a.ts',
    imports('@filesmith/engines/engine'),
    'server/domain may import only types from engines/engine',
    types('@filesmith/engines/engine'),
  ],
  [
    'server/domain',
    'packages/server/src/domain/a.ts',
    imports('node:fs/promises'),
    'only through ports',
    imports('node:crypto'),
  ],
  ['server/domain', 'packages/server/src/domain/a.ts', imports('pg'), 'may not use the package pg', ''],
  [
    'server/database',
    'packages/server/src/database/a.ts',
    imports('../domain/request.ts'),
    'server/database may not import server/domain',
    `${imports('../ports/storage.ts')}\n${imports('pg')}`,
  ],
  [
    'server/adapters, shared',
    'packages/server/src/adapters/a.ts',
    imports('./disk-storage/paths.ts'),
    'server/adapters, shared may not import server/adapters',
    `${types('../ports/storage.ts')}\n${imports('@filesmith/contract/formats')}`,
  ],
  [
    'server/adapters',
    'packages/server/src/adapters/disk-storage/a.ts',
    imports('../s3-storage/client.ts'),
    'server/adapters/disk-storage may not import server/adapters/s3-storage',
    `${imports('./paths.ts')}\n${imports('../../ports/storage.ts')}\n${imports('node:fs')}`,
  ],
  [
    'server/adapters',
    'packages/server/src/adapters/clock/system-clock.ts',
    imports('../../domain/request.ts'),
    'server/adapters may not import server/domain',
    imports('pg'),
  ],
  [
    'server/http',
    'packages/server/src/http/a.ts',
    imports('../worker/run-job.ts'),
    'server/http may not import server/worker',
    `${imports('../domain/request.ts')}\n${imports('fastify')}\n${imports('@fastify/cookie')}`,
  ],
  ['server/http', 'packages/server/src/http/a.ts', imports('pg'), 'may not use the package pg', ''],
  [
    'server/worker',
    'packages/server/src/worker/a.ts',
    imports('../http/app.ts'),
    'server/worker may not import server/http',
    `${imports('@filesmith/engines/sharp/encode')}\n${imports('../domain/request.ts')}`,
  ],
  [
    'server/compose',
    'packages/server/src/main-web.ts',
    imports('drizzle-kit'),
    'development package',
    `${imports('./database/pool.ts')}\n${imports('./http/app.ts')}\n${imports('./config.ts')}`,
  ],
  [
    'server/compose',
    'packages/server/src/domain/a.ts',
    imports('../config.ts'),
    'server/domain may not import server/compose',
    '',
  ],
  [
    'web/ui',
    'packages/web/src/ui/a.tsx',
    imports('../lib/upload.ts'),
    'web/ui may not import web/lib',
    `${imports('react')}\n${imports('@filesmith/contract/formats')}`,
  ],
  [
    'web/lib',
    'packages/web/src/lib/a.ts',
    imports('../features/editor/page.tsx'),
    'web/lib may not import web/features',
    imports('../ui/button.tsx'),
  ],
  [
    'web/features',
    'packages/web/src/features/converter/a.tsx',
    imports('../editor/page.tsx'),
    'web/features/converter may not import web/features/editor',
    `${imports('./page.tsx')}\n${imports('../../lib/upload.ts')}\n${imports('../../ui/button.tsx')}`,
  ],
  [
    'web/features',
    'packages/web/src/features/converter/a.tsx',
    imports('../../app/router.tsx'),
    'web/features may not import web/app',
    '',
  ],
  [
    'web/app',
    'packages/web/src/main.tsx',
    imports('node:path'),
    'no Node modules',
    `${imports('./app/router.tsx')}\n${imports('./features/editor/page.tsx')}\nimport './app/styles.css'`,
  ],
  ['web/app', 'packages/web/src/app/a.ts', types('@filesmith/engines/engine'), 'not declared', ''],
]

describe('every floor', () => {
  test.each(cases)('%s: in %s, "%s" is reported: %s', (_floor, file, broken, reason, legal) => {
    expect(check([file, broken])).toEqual([{ file, line: 1, reason: expect.stringContaining(reason) }])
    expect(check([file, legal])).toEqual([])
  })

  test('has a case above', () => {
    expect(new Set(cases.map(([layer]) => layer))).toEqual(new Set(layers.map(({ name }) => name)))
  })

  test('takes in every production file', () => {
    const file = 'packages/server/src/elsewhere/a.ts'
    expect(check([file, ''])).toEqual([
      { file, line: 1, reason: expect.stringContaining('belongs to no layer') },
    ])
  })

  test('stays closed even to a package that is declared', () => {
    const web = JSON.parse(tree['packages/web/package.json'] ?? '')
    web.dependencies['@filesmith/engines'] = '1.0.0'
    const file = 'packages/web/src/app/a.ts'
    const violations = check(
      ['packages/web/package.json', JSON.stringify(web)],
      [file, types('@filesmith/engines/engine')],
    )
    expect(violations).toEqual([
      { file, line: 1, reason: expect.stringContaining('web/app may not import engines/engine') },
    ])
  })
})
