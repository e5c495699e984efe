import { formats } from '@filesmith/contract/formats'
import { expect, test } from 'vitest'
import { downloadType } from './download-type.ts'

test('HTML and SVG are sent as bytes, everything else as what it is', () => {
  const changed = Object.entries(formats).filter(([, { mime }]) => downloadType(mime) !== mime)
  expect(changed.map(([id]) => id).sort()).toEqual(['html', 'svg'])
})

test.each(['application/xhtml+xml', 'text/xml', 'application/xml', 'text/javascript', 'image/svg+xml'])(
  '%s is nothing a browser should get from us',
  mime => {
    expect(downloadType(mime)).toBe('application/octet-stream')
  },
)
