/** Reports an ad impression to the server; failures are only logged. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { type AdImpression, type AdPosition, desktopFromPx } from '@filesmith/contract/schemas/ad-impression'
import { request } from '../request.ts'

export async function postAdImpression(adUnitId: string, adPosition: AdPosition): Promise<void> {
  const { origin, pathname } = window.location
  const impression: AdImpression = {
    adUnitId,
    // Without query and hash, which may contain personal data.
    pageUrl: origin + pathname,
    adPosition,
    deviceType: window.innerWidth < desktopFromPx ? 'mobile' : 'desktop',
  }
  try {
    await request('POST', apiPaths.adImpression, impression)
  } catch (error) {
    console.warn('ad impression request failed', error)
  }
}
