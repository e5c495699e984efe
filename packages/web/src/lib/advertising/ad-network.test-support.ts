/** For tests: stands in for the ad network, which cannot be reached. It fills slots, or does not, or does not come at all. */
import { afterEach, beforeEach, vi } from 'vitest'

type Manner = 'fills' | 'has-none' | 'is-blocked'

let manner: Manner = 'fills'

export const adNetwork = {
  behave(next: Manner) {
    manner = next
  },
  scripts: () =>
    [...document.querySelectorAll<HTMLScriptElement>('script[src*="googlesyndication"]')].map(
      script => script.src,
    ),
  slots: () => [...document.querySelectorAll<HTMLElement>('ins.adsbygoogle')],
  isPaused: () => window.adsbygoogle?.pauseAdRequests === 1,
}

/** As the network does: the first slot that has nothing yet is taken; one question too many is an error. */
function answerRequest(): void {
  const slot = adNetwork.slots().find(({ dataset }) => dataset.adsbygoogleStatus === undefined)
  if (!slot) throw new Error('All slots already have advertisements in them.')
  slot.dataset.adsbygoogleStatus = 'done'
  slot.dataset.adStatus = manner === 'fills' ? 'filled' : 'unfilled'
}

export const pushed = vi.fn(answerRequest)

export function standInForAdNetwork() {
  beforeEach(() => {
    manner = 'fills'
    pushed.mockClear()
    vi.spyOn(document.head, 'append').mockImplementation(node => {
      const script = node as HTMLScriptElement
      // Of another type the document neither loads nor runs it.
      script.type = 'text/plain'
      document.head.appendChild(script)
      queueMicrotask(() => {
        if (manner !== 'is-blocked') window.adsbygoogle = { push: pushed }
        script.dispatchEvent(new Event(manner === 'is-blocked' ? 'error' : 'load'))
      })
    })
  })
  afterEach(() => {
    delete window.adsbygoogle
    for (const script of document.querySelectorAll('head script')) script.remove()
  })
}
