/** Shown when a link from an email has expired or was used, with a way to request another. */
import { Unlink } from 'lucide-react'
import { FormCard } from '../../ui/form-card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

interface LinkInvalidProps {
  readonly heading: string
  readonly text: string
  readonly wayOut: { readonly label: string; readonly to: string }
}

export function LinkInvalid({ heading, text, wayOut }: LinkInvalidProps) {
  return (
    <FormCard isOutcome heading={heading}>
      <div className="flex flex-col gap-4">
        <Icon of={Unlink} sizePx={40} className="text-ink-muted" />
        <p>{text}</p>
        <LinkButton to={wayOut.to} variant="accent" size="large">
          {wayOut.label}
        </LinkButton>
      </div>
    </FormCard>
  )
}
