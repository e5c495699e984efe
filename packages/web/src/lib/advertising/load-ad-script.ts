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

interface LoadedScript {
  readonly element: HTMLScriptElement
  readonly arrival: Promise<void>
}

let current: LoadedScript | undefined

/** As long as it stands in the document it is not loaded again, not even when it did not come. */
export function loadAdScript(publisherId: string): Promise<void> {
  if (window.adsbygoogle) window.adsbygoogle.pauseAdRequests = 0
  if (!current?.element.isConnected) current = addScript(`${address}?client=${publisherId}`)
  return current.arrival
}

/** What has run cannot be unloaded, but it is told to ask for nothing more; on the next page it is not there. */
export function pauseAdScript(): void {
  if (window.adsbygoogle) window.adsbygoogle.pauseAdRequests = 1
}

function addScript(src: string): LoadedScript {
  const element = document.createElement('script')
  element.async = true
  element.crossOrigin = 'anonymous'
  element.src = src
  const arrival = new Promise<void>((resolve, reject) => {
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => reject(new Error('The script of the ad network did not come.')))
  })
  document.head.append(element)
  return { element, arrival }
}
