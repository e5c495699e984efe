/** What a new format and a new tool cost, shown by the last ones added: every other production file must not know them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isProduction } from '../import-rules/check-import.ts'
import { sourcesOf, treeOnDisk } from '../import-rules/source-tree.ts'
import { rootFolder } from '../root-folder.mjs'

const tree = treeOnDisk(rootFolder)
const production = sourcesOf(tree).filter(
  path => path.startsWith('packages/') && isProduction(path) && !path.includes('/generated/'),
)

/** Production files that name something, without those that are only about it. */
function sharedFilesThatName(words: RegExp, own: RegExp): string[] {
  return production.filter(path => !own.test(path) && words.test(tree.read(path)))
}

describe.each([
  {
    what: 'the format QOI',
    section: '## Add a format',
    words: /qoi/i,
    // ImageMagick decodes it only for execution plans of an earlier version.
    // What a page offers, and its note there, is a choice, not a part of the format.
    own: /(?:read|write)-qoi\.ts$|magick\/abilities\.ts$|home-image\.ts$|contract\/src\/(?:batch|most-wanted|messages\/conversion)\.ts$/,
    most: 3,
    shared: [
      'packages/contract/src/formats/images.ts',
      'packages/engines/src/sharp/encode.ts',
      'packages/engines/src/sharp/readers/open-source.ts',
    ],
  },
  {
    what: 'the tool QR Code Maker',
    section: '## Add a tool',
    words: /\bqr(?=['":/]|Tool|CodeAbility)|create-qr-code/,
    own: /\/tools\/qr\/|\/qr-code(-maker)?\/|\/create-qr-code\.ts$/,
    most: 4,
    shared: [
      'packages/contract/src/operations/registry.ts',
      'packages/contract/src/tools/hub.ts',
      'packages/engines/src/registry.ts',
      'packages/web/src/app/hub-panels/registry.tsx',
    ],
  },
])('adding $what', ({ section, words, own, most, shared }) => {
  test(`edits at most ${most} existing production files`, () => {
    expect(sharedFilesThatName(words, own)).toEqual(shared)
    expect(shared.length).toBeLessThanOrEqual(most)
  })

  test('is described in CONTRIBUTING.md with these files', () => {
    const text = readFileSync(join(rootFolder, 'CONTRIBUTING.md'), 'utf8')
    const [, described = ''] = text.split(section)
    const [steps = ''] = described.split('\n## ')
    for (const path of shared) expect(steps).toContain(`\`${path}\``)
  })
})
