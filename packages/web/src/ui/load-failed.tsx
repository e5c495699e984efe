/** Error state with a retry button for content that failed to load. */
import { profileMessages } from '@filesmith/contract/messages/profile'
import { CircleAlert } from 'lucide-react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface LoadFailedProps {
  readonly text: string
  readonly onRetry: () => void
}

export function LoadFailed({ text, onRetry }: LoadFailedProps) {
  return (
    <div role="alert" className="flex min-h-44 flex-col items-center justify-center gap-3 p-5 text-center">
      <p className="flex items-center gap-2 font-semibold text-danger">
        <Icon of={CircleAlert} /> {text}
      </p>
      <Button onClick={onRetry}>{profileMessages.retry}</Button>
    </div>
  )
}
