/** Whether a preview moves: at once, except for those who asked their system for less motion. */
import { useState } from 'react'

export function usePlaying(): [boolean, (isPlaying: boolean) => void] {
  return useState(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches)
}
