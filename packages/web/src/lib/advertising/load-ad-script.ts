/** Loads the script of the ad network once, before the first ad. */

interface AdQueue {
  push(request: object): unknown
  pauseAdRequests?: 0 | 1
}

declare global {
  interface Window {
    adsbygoogle?: AdQueue
  }
}

const scriptUrl = 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js'

interface LoadedScript {
  readonly element: HTMLScriptElement
  readonly loaded: Promise<void>
}

let current: LoadedScript | undefined

/** Not loaded again while its element is in the document, even if loading failed. */
export function loadAdScript(publisherId: string): Promise<void> {
  if (window.adsbygoogle) window.adsbygoogle.pauseAdRequests = 0
  if (!current?.element.isConnected) current = addScript(`${scriptUrl}?client=${publisherId}`)
  return current.loaded
}

/** A loaded script cannot be removed: pauses its ad requests instead. */
export function pauseAdScript(): void {
  if (window.adsbygoogle) window.adsbygoogle.pauseAdRequests = 1
}

function addScript(src: string): LoadedScript {
  const element = document.createElement('script')
  element.async = true
  element.crossOrigin = 'anonymous'
  element.src = src
  const loaded = new Promise<void>((resolve, reject) => {
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => reject(new Error('ad script failed to load')))
  })
  document.head.append(element)
  return { element, loaded }
}
