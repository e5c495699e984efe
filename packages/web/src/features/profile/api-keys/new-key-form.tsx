/** Creates an API key: name, scopes and expiry. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { apiKeyMessages } from '@filesmith/contract/messages/api-keys'
import {
  type ApiScope,
  apiScopes,
  type CreatedApiKey,
  createdApiKeySchema,
  newApiKeySchema,
} from '@filesmith/contract/schemas/v1/api-key'
import { useId } from 'react'
import { request } from '../../../lib/request.ts'
import { textOf, useFormSubmit } from '../../../lib/use-form-submit.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { SmallForm } from '../small-form.tsx'

const texts = apiKeyMessages.form

interface NewKeyFormProps {
  readonly onMade: (made: CreatedApiKey) => Promise<void>
  readonly onCancel: () => void
}

export function NewKeyForm({ onMade, onCancel }: NewKeyFormProps) {
  const refusal = useRefusal()
  const scopesId = useId()
  const form = useFormSubmit(async data => {
    const days = textOf(data, 'expiresInDays')
    const wanted = newApiKeySchema.safeParse({
      name: textOf(data, 'name'),
      scopes: data.getAll('scopes'),
      expiresInDays: days === '' ? null : Number(days),
    })
    if (!wanted.success)
      return {
        fields: Object.fromEntries(wanted.error.issues.map(({ path, message }) => [path[0], message])),
      }
    try {
      const reply = await request('POST', apiPaths.apiKeys, wanted.data)
      await onMade(createdApiKeySchema.parse(await reply.json()))
    } catch (error) {
      return refusal.asProblems(error)
    }
    return undefined
  })
  const scopeProblem = form.problemOf('scopes')
  return (
    <SmallForm form={form} action={texts.action} onCancel={onCancel}>
      <TextField
        label={texts.name}
        name="name"
        hint={texts.nameHint}
        error={form.problemOf('name')}
        maxLength={60}
        autoComplete="off"
        autoFocus
      />
      <fieldset aria-describedby={scopeProblem === undefined ? undefined : scopesId}>
        <legend className="font-semibold">{texts.scopes}</legend>
        {apiScopes.map(scope => (
          <Checkbox
            key={scope}
            name="scopes"
            value={scope}
            defaultChecked={scope !== 'webhooks'}
            isInvalid={scopeProblem !== undefined}
            label={<ScopeLabel scope={scope} />}
          />
        ))}
        {scopeProblem === undefined ? null : (
          <p id={scopesId} className="font-medium text-danger">
            {scopeProblem}
          </p>
        )}
      </fieldset>
      <SelectField label={texts.ends} name="expiresInDays" choices={texts.endChoices} />
    </SmallForm>
  )
}

function ScopeLabel({ scope }: { readonly scope: ApiScope }) {
  return (
    <>
      {texts.scopeNames[scope]} <code className="figures text-xs text-ink-muted">{scope}</code>
    </>
  )
}
