/** The cleaned tree: nothing is left that makes pandoc read a file or a browser run a script. */
import { expect, test } from 'vitest'
import { cleanAst } from './clean-ast.ts'

const attributes = [
  'x',
  ['good', 'b"ad'],
  [
    ['onclick', 'run()'],
    ['width', '50%'],
    ['height', 'url(x)'],
  ],
]
const words = [{ t: 'Str', c: 'words' }]

function clean(blocks: unknown[], meta: Record<string, unknown> = {}) {
  return cleanAst(
    { 'pandoc-api-version': [1, 22], meta, blocks },
    {
      image: source => (source === 'known' ? 'images/1.png' : undefined),
      rawHtml: html => [{ t: 'Para', c: [{ t: 'Str', c: html }] }],
    },
  )
}

test('cleanAst: images of the upload stay, of others their description', () => {
  const image = (source: string) => ({ t: 'Image', c: [attributes, words, [source, '']] })
  expect(clean([{ t: 'Para', c: [image('known'), image('/etc/passwd')] }]).blocks).toEqual([
    {
      t: 'Para',
      c: [
        { t: 'Image', c: [['x', ['good'], [['width', '50%']]], words, ['images/1.png', '']] },
        { t: 'Emph', c: words },
      ],
    },
  ])
})

test('cleanAst: links that run are words', () => {
  const link = (address: string) => ({ t: 'Link', c: [['', [], []], words, [address, '']] })
  const { blocks } = clean([
    { t: 'Para', c: [link('https://example.com/'), link('javascript:run()'), link('file:///x')] },
  ])
  expect(blocks).toEqual([{ t: 'Para', c: [link('https://example.com/'), ...words, ...words] }])
})

test('cleanAst: only harmless metadata', () => {
  const text = { t: 'MetaString', c: 'x' }
  const { meta } = clean([], {
    title: text,
    'cover-image': text,
    css: text,
    'header-includes': text,
    lang: { t: 'MetaString', c: '"><script>' },
  })
  expect(meta).toEqual({ title: text })
})

test('cleanAst: raw TeX is dropped, raw HTML is read, tags in a line become elements', () => {
  const raw = (html: string) => ({ t: 'RawInline', c: ['html', html] })
  const { blocks } = clean([
    { t: 'RawBlock', c: ['tex', '\\input{x}'] },
    { t: 'RawBlock', c: ['html', '<hr>'] },
    { t: 'Para', c: [raw('<sup>'), ...words, raw('</sup>'), raw('<script>'), raw('<b>'), ...words] },
  ])
  expect(blocks).toEqual([
    { t: 'Para', c: [{ t: 'Str', c: '<hr>' }] },
    {
      t: 'Para',
      c: [
        { t: 'Superscript', c: words },
        { t: 'Strong', c: words },
      ],
    },
  ])
})
