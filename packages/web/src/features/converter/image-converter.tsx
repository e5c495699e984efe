/** Converter of the Image tab: one image, or several at once as a batch. */
import { homeImage } from '@filesmith/contract/tools/home-image'
import { lazy, Suspense, useState } from 'react'
import { hasSavedWork } from '../../lib/job/saved-work.ts'
import type { LoadWaitScreen } from '../../lib/wait-overlay.tsx'
import { Converter } from './converter.tsx'
import { severalImagesId } from './several-images-id.ts'

const SeveralImages = lazy(async () => ({
  default: (await import('./several-images.tsx')).SeveralImages,
}))

interface ImageConverterProps {
  readonly isActive: boolean
  readonly loadWaitScreen: LoadWaitScreen
}

export function ImageConverter(props: ImageConverterProps) {
  const [several, setSeveral] = useState<readonly File[] | undefined>(() =>
    hasSavedWork(severalImagesId) ? [] : undefined,
  )
  if (several === undefined) return <Converter tool={homeImage} onSeveral={setSeveral} {...props} />
  return (
    <Suspense fallback={<div className="h-96" />}>
      <SeveralImages files={several} onLeave={() => setSeveral(undefined)} {...props} />
    </Suspense>
  )
}
