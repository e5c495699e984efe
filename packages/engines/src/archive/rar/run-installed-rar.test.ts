import { expect, test } from 'vitest'
import { installedRarArgs } from '../start-archive.ts'

test('installedRarArgs: never contains the password', () => {
  const run = { level: 9, password: 'secret', resultName: 'result.rar' }
  const args = installedRarArgs(run, { input: '/in', outFolder: '/out' })
  expect(args.join(' ')).not.toContain('secret')
  expect(args).toContain('-hp')
  expect(args.slice(-3)).toEqual(['--', '/out/result.rar', '/in/tree/'])
})
