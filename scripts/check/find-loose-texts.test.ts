import { expect, test } from 'vitest'
import { findLooseTexts } from './find-loose-texts.ts'

const textsOf = (source: string) => findLooseTexts('screen.tsx', source).map(({ text }) => text)

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: sources are what is tested here.
test.each([
  ['between tags', 'const a = <p>Upload a file</p>', ['Upload a file']],
  ['as an expression', "const a = <p>{'Ready'}</p>", ['Ready']],
  ['on one side of a condition', "const a = <p>{isBusy ? 'Busy' : words.idle}</p>", ['Busy']],
  ['behind a condition', "const a = <p>{isBusy && 'Busy'}</p>", ['Busy']],
  ['around a value', 'const a = <p>{`${count} files`}</p>', ['files']],
  ['in a label', 'const a = <input aria-label="Width" />', ['Width']],
  ['in a placeholder', "const a = <input placeholder={'Search'} />", ['Search']],
  ['in a property', 'const a = <Panel heading="Options" />', ['Options']],
  ['in a toast', "toasts.show({ title: 'Message sent!', description: words.sent })", ['Message sent!']],
])('findLooseTexts: finds a text %s', (_where, source, expected) => {
  expect(textsOf(source)).toEqual(expected)
})
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: sources are what is tested here.

test.each([
  'const a = <p>{words.ready}</p>',
  'const a = <p>{count} · {size} × {size} —</p>',
  'const a = <p className="text-ink-muted" data-state="open" />',
  'const a = <input type="text" aria-label={words.width} />',
  "const a = <p>{kind === 'image' ? words.image : null}</p>",
  "const a = <p>{kind === 'image' && words.image}</p>",
  "const styles = { title: 'Heading1' }",
])('findLooseTexts: accepts %s', source => {
  expect(textsOf(source)).toEqual([])
})

test('findLooseTexts: reports the line', () => {
  expect(
    findLooseTexts('screen.tsx', 'const a = (\n  <p>\n    {words.a}\n    Ready\n  </p>\n)')[0]?.line,
  ).toBe(4)
})
