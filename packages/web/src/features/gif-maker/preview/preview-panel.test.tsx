import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { defaultGifSettings } from '../gif-settings.ts'
import type { SizeEstimate } from '../measure/use-size-estimate.ts'
import { PreviewStats } from './preview-panel.tsx'

afterEach(cleanup)

const sampled: SizeEstimate = {
  bytes: 286_720,
  measuredFrames: 24,
  isMeasuring: false,
  isExtrapolated: false,
}

test.each([
  ['sample frames of the browser', sampled, 'Estimated', 'from 24 sample frames in your browser'],
  [
    'sample frames of the server',
    { ...sampled, isFromServer: true, isExact: false },
    'Estimated',
    'from 24 sample frames, made on the server',
  ],
  [
    'all frames, encoded by the server',
    { ...sampled, isFromServer: true, isExact: true },
    'Measured',
    'from all frames, made on the server',
  ],
] as const)('PreviewStats: a size from %s is marked as what it is', (_what, estimate, badge, note) => {
  render(
    <PreviewStats
      settings={defaultGifSettings}
      estimate={estimate}
      sourceSize={undefined}
      frameCount={50}
      seconds={5}
    />,
  )
  expect(screen.getAllByText(/^(Estimated|Measured)$/).map(({ textContent }) => textContent)).toEqual([badge])
  expect(screen.getByText(note)).toBeTruthy()
})
