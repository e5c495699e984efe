/** Play state of a preview: starts playing unless the user prefers reduced motion. */
import { useState } from 'react'

export function usePlaying(): [boolean, (isPlaying: boolean) => void] {
  return useState(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches)
}
