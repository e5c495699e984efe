/** Tells the server that an advertisement was seen. Nobody waits for it, and nothing depends on it. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type AdImpression, type AdPosition, desktopFromPx } from '@filesmith/contract/schemas/ad-impression'
import { request } from '../request.ts'

export async function postAdImpression(adUnitId: string, adPosition: AdPosition): Promise<void> {
  const { origin, pathname } = window.location
  const impression: AdImpression = {
    adUnitId,
    // Without what follows the path: it may say more than which page it was.
    pageUrl: origin + pathname,
    adPosition,
    deviceType: window.innerWidth < desktopFromPx ? 'mobile' : 'desktop',
  }
  try {
    await request('POST', apiPaths.adImpression, impression)
  } catch (error) {
    console.warn('The ad impression could not be posted.', error)
  }
}
