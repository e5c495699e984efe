import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readExpandedObjects } from './read-expanded-objects.ts'

const file = [
  '1 0 obj\n<< /Title (One) /ID [(binary)] /Own /Type /Kind /Other >>\nendobj\n',
  '2 0 obj\n<< /S /P /ID (Two) /Length 5 >>\nstream\n(text)\nendstream\nendobj\n',
  '3 0 obj\n<< /Subtype /Image /Note (Three) >>\nstream\npixels\nendstream\nendobj\n',
  '5 0 obj\n<< /Subtype /Type1C >>\nstream\nfont\nendstream\nendobj\n',
  '4 0 obj\n<< /Length 0 >>\nstream\nendstream\nendobj\n',
  'trailer << /Last (Four) >>\n',
].join('')

test.each([1, 7, 1000])(
  'readExpandedObjects: strings and streams of a file read %i bytes at a time',
  async size => {
    const folder = await mkdtemp(join(tmpdir(), 'read-objects-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'expanded.pdf')
    await writeFile(path, file)
    const found = []
    for await (const objects of readExpandedObjects(path, size)) found.push(objects)
    const plain = { technical: [], names: [], isFont: false }
    expect(found).toEqual([
      {
        strings: ['One', 'Two'],
        technical: ['binary'],
        names: ['Own', 'Kind', 'Other'],
        content: '(text)',
        isFont: false,
      },
      { ...plain, strings: ['Three'], content: undefined },
      { ...plain, strings: [], content: 'font', isFont: true },
      { ...plain, strings: [], content: '' },
      { ...plain, strings: ['Four'], content: undefined },
    ])
  },
)
