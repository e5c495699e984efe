import { expect, test } from 'vitest'
import { videoTrack } from './tracks.fixture.ts'
import { videoFilters } from './video-filters.ts'

const filters = (video: Parameters<typeof videoTrack>[0], width = 640, height = 360) =>
  videoFilters(videoTrack(video), { width, height }).join(',')

test('videoFilters: scales ordinary video to square pixels and 4:2:0', () => {
  expect(filters({})).toBe('scale=640:360:flags=bicubic:out_range=tv,setsar=1,format=yuv420p')
})

test('videoFilters: crops a single odd row or column instead of resampling', () => {
  expect(filters({ width: 161, height: 121 }, 160, 120)).toContain('crop=160:120:0:0,scale=160:120')
  expect(filters({ width: 1, height: 1 }, 2, 2)).not.toContain('crop')
  const anamorphic = { width: 720, height: 576, displayWidth: 1025, displayHeight: 576 }
  expect(filters(anamorphic, 1024, 576)).not.toContain('crop')
})

test('videoFilters: deinterlaces before scaling', () => {
  expect(filters({ isInterlaced: true })).toMatch(/^bwdif=.*,scale=/)
})

test('videoFilters: flattens transparency onto white', () => {
  expect(filters({ hasAlpha: true, pixelFormat: 'bgra' })).toMatch(
    /^format=gbrap,negate,premultiply=.*scale=/,
  )
})

test('videoFilters: tone-maps HDR after scaling', () => {
  const pq = filters({ isHdr: true, transfer: 'smpte2084' })
  expect(pq).toMatch(/^scale=640:360:.*zscale=tin=smpte2084.*tonemap.*zscale=t=bt709:p=bt709:m=bt709/)
  const hlg = filters({ isHdr: true, transfer: 'arib-std-b67' })
  expect(hlg).toMatch(/zscale=.*p=bt709:m=bt709/)
  expect(hlg).not.toContain('tonemap')
})

test('videoFilters: keeps 4:4:4 chroma for HDR to RGBA, because odd sizes cannot be subsampled', () => {
  const track = videoTrack({ isHdr: true, transfer: 'smpte2084' })
  const chain = videoFilters(track, { width: 321, height: 181 }, 'rgba').join(',')
  expect(chain).toContain('scale=321:181:flags=bicubic,format=yuv444p10le')
  expect(chain).not.toContain('420')
  expect(chain).toMatch(/,format=rgba$/)
})
