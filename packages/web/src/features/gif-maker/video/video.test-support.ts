/** For tests: players that load at once and are at every moment they are asked for. */
import { vi } from 'vitest'

/** Moments that were looked up, in order. */
export const soughtMoments: number[] = []

export function standInForPlayers(seconds: number): void {
  soughtMoments.length = 0
  const moments = new WeakMap<object, number>()
  const later = (player: EventTarget, type: string) =>
    queueMicrotask(() => player.dispatchEvent(new Event(type)))
  vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function (
    this: HTMLMediaElement,
    url,
  ) {
    this.setAttribute('src', url)
    later(this, 'loadeddata')
  })
  vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockReturnValue(seconds)
  vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'get').mockImplementation(function (
    this: HTMLMediaElement,
  ) {
    return moments.get(this) ?? 0
  })
  vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'set').mockImplementation(function (
    this: HTMLMediaElement,
    moment,
  ) {
    moments.set(this, moment)
    soughtMoments.push(moment)
    later(this, 'seeked')
  })
}
