/** The ad network's script: loaded once, and only when an advertisement is about to be shown. */

interface AdQueue {
  push(request: object): unknown
  pauseAdRequests?: 0 | 1
}

declare global {
  interface Window {
    adsbygoogle?: AdQueue
  }
}

const address = 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js'

let loading: Promise<void> | undefined

/** Whoever comes later waits for the same script; one that did not come is not asked for again on this page. */
export function loadAdScript(publisherId: string): Promise<void> {
  if (window.adsbygoogle) window.adsbygoogle.pauseAdRequests = 0
  loading ??= addScript(`${address}?client=${encodeURIComponent(publisherId)}`)
  return loading
}

/** What has run cannot be unloaded, but it is told to ask for nothing more; on the next page it is not there. */
export function pauseAdScript(): void {
  if (window.adsbygoogle) window.adsbygoogle.pauseAdRequests = 1
}

function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.async = true
    script.crossOrigin = 'anonymous'
    script.src = src
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error('The script of the ad network did not come.')))
    document.head.append(script)
  })
}
