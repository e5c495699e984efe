import { expect, test } from 'vitest'
import { imageFilters } from './image-filters.ts'
import { videoTrack } from './tracks.fixture.ts'

const filters = (video: Parameters<typeof videoTrack>[0], width = 640, height = 360) =>
  imageFilters(videoTrack(video), { width, height }).join(',')

test('an ordinary film is made smaller, with square pixels and four-two-zero colour', () => {
  expect(filters({})).toBe('scale=640:360:flags=bicubic:out_range=tv,setsar=1,format=yuv420p')
})

test('an odd line is cut off rather than squeezed in', () => {
  expect(filters({ width: 161, height: 121 }, 160, 120)).toContain('crop=160:120:0:0,scale=160:120')
  expect(filters({ width: 1, height: 1 }, 2, 2)).not.toContain('crop')
  const anamorphic = { width: 720, height: 576, shownWidth: 1025, shownHeight: 576 }
  expect(filters(anamorphic, 1024, 576)).not.toContain('crop')
})

test('half pictures are put together before anything is resized', () => {
  expect(filters({ isInterlaced: true })).toMatch(/^bwdif=.*,scale=/)
})

test('what is see-through is laid on white', () => {
  expect(filters({ hasAlpha: true, pixelFormat: 'bgra' })).toMatch(
    /^format=gbrap,negate,premultiply=.*scale=/,
  )
})

test('a wide range of brightness is narrowed, after the pictures were made smaller', () => {
  const pq = filters({ isHdr: true, transfer: 'smpte2084' })
  expect(pq).toMatch(/^scale=640:360:.*zscale=tin=smpte2084.*tonemap.*zscale=t=bt709:p=bt709:m=bt709/)
  const hlg = filters({ isHdr: true, transfer: 'arib-std-b67' })
  expect(hlg).toMatch(/zscale=.*p=bt709:m=bt709/)
  expect(hlg).not.toContain('tonemap')
})

test('as red, green and blue a wide range of brightness keeps a colour for every pixel: odd sizes cannot share them', () => {
  const track = videoTrack({ isHdr: true, transfer: 'smpte2084' })
  const chain = imageFilters(track, { width: 321, height: 181 }, 'rgba').join(',')
  expect(chain).toContain('scale=321:181:flags=bicubic,format=yuv444p10le')
  expect(chain).not.toContain('420')
  expect(chain).toMatch(/,format=rgba$/)
})
