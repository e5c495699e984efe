/** Shown while a link is checked, and if the check failed. */
import { Button } from '../../ui/button.tsx'
import { FormCard } from '../../ui/form-card.tsx'

interface LinkCheckCardProps {
  readonly texts: {
    readonly heading: string
    readonly checking: string
    readonly failedHeading: string
    readonly failedText: string
    readonly retry: string
  }
  readonly isFailed: boolean
  readonly onRetry: () => void
}

export function LinkCheckCard({ texts, isFailed, onRetry }: LinkCheckCardProps) {
  if (!isFailed)
    return (
      <FormCard heading={texts.heading}>
        <p role="status">{texts.checking}</p>
      </FormCard>
    )
  return (
    <FormCard isOutcome heading={texts.failedHeading} lead={texts.failedText}>
      <Button variant="accent" size="large" className="w-full" onClick={onRetry}>
        {texts.retry}
      </Button>
    </FormCard>
  )
}
