import { describe, expect, test } from 'vitest'
import { findBannedWords, splitName } from './find-banned-words.ts'

const insteadOf = (path: string, source: string) =>
  findBannedWords(path, source).map(({ line, instead }) => `${line} ${instead}`)

describe('findBannedWords', () => {
  test.each([
    ['an identifier', 'a.ts', 'const filmUrl = 1'],
    ['a type', 'a.ts', 'interface OldFilmReader {}'],
    ['a property', 'a.ts', 'const a = { films: 1 }'],
    ['a comment', 'a.ts', '// Reads the film.'],
    ['a string', 'a.ts', "log('the film failed')"],
    ['an error code', 'a.ts', "const code = 'film-damaged'"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source under test.
    ['a template', 'a.ts', 'const a = `${name} is a film`'],
    ['a text between tags', 'a.tsx', 'const a = <p>Your film</p>'],
    ['a file name', 'src/film-reader.ts', ''],
    ['documentation', 'docs/a.md', 'How a film is read.'],
    ['a Python name', 'a.py', 'film_reader = 1'],
    ['configuration', 'deploy/a.yaml', 'name: worker # for films'],
  ])('finds a word in %s', (_where, path, source) => {
    expect(insteadOf(path, source)).toEqual(['1 video'])
  })

  test('accepts the word inside another word and in the name of an imported package', () => {
    expect(insteadOf('a.ts', "import { x } from 'film'\nconst microfilming = x")).toEqual([])
  })

  test('accepts a word where it is right', () => {
    expect(insteadOf('a.html', '<picture><img></picture>')).toEqual([])
    expect(insteadOf('packages/server/src/a.ts', "const kind = 'counter'")).toEqual([])
    expect(insteadOf('packages/web/src/a.ts', '// The file lies on the counter.')).toEqual([
      '1 drop zone, file panel',
    ])
  })

  test('reports the line', () => {
    expect(insteadOf('a.ts', '\n\nconst jail = 1')).toEqual(['3 sandbox'])
  })
})

test('splitName: splits camel case, acronyms, kebab case and snake case', () => {
  expect(splitName('HTMLPictureElement')).toEqual(['html', 'picture', 'element'])
  expect(splitName('film-reader_v2')).toEqual(['film', 'reader', 'v', ''])
})
