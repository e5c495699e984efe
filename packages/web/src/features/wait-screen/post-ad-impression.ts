/** Tells the server that an advertisement was seen. Nobody waits for it, and nothing depends on it. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type AdImpression, desktopFromPx } from '@filesmith/contract/schemas/ad-impression'
import { request } from '../../lib/request.ts'

export async function postAdImpression(adUnitId: string): Promise<void> {
  const { origin, pathname } = window.location
  const impression: AdImpression = {
    adUnitId,
    // Without what follows the path: it may say more than which page it was.
    pageUrl: origin + pathname,
    adPosition: 'pre-conversion',
    deviceType: window.innerWidth < desktopFromPx ? 'mobile' : 'desktop',
  }
  try {
    await request('POST', apiPaths.adImpression, impression)
  } catch (error) {
    console.warn('The ad impression could not be posted.', error)
  }
}
