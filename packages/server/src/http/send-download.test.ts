import { formats } from '@filesmith/contract/formats'
import { expect, test } from 'vitest'
import { downloadType } from './send-download.ts'

test('downloadType: only HTML and XML, which may contain scripts, are sent as octet streams', () => {
  const changed = Object.entries(formats).filter(([, { mime }]) => downloadType(mime) !== mime)
  expect(changed.map(([id]) => id).sort()).toEqual(['fb2', 'html', 'svg', 'ttml', 'xml'])
})

test.each(['application/xhtml+xml', 'text/xml', 'application/xml', 'text/javascript', 'image/svg+xml'])(
  'downloadType: %s is sent as an octet stream',
  mime => {
    expect(downloadType(mime)).toBe('application/octet-stream')
  },
)
