import { Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { DialogForm, useSentForm } from '../../components/form.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { OfferFields } from './offer-fields.tsx'
import { saveOffer, type Offer } from './offers-query.ts'
import { sentOffer, useOfferForm } from './use-offer-form.ts'

type OfferFormProps = {
  /** Null for a new one; undefined while the form is closed. */
  edited: Offer | null | undefined
  onClose(): void
}

export function OfferForm({ edited, onClose }: OfferFormProps) {
  return (
    <Modal
      opened={edited !== undefined}
      onClose={onClose}
      title={edited ? `Offer “${edited.title}”` : 'New offer'}
      size="lg"
    >
      {edited !== undefined && <Fields edited={edited} onClose={onClose} />}
    </Modal>
  )
}

function Fields({ edited, onClose }: { edited: Offer | null; onClose(): void }) {
  const refresh = useRefresh()
  const form = useOfferForm(edited)
  const sent = useSentForm({
    form,
    onClose,
    send: ({ image, ...values }) => saveOffer(edited?.id, sentOffer(values, edited), image),
    async onDone(_, { title }) {
      notifications.show({
        message: `The offer “${title.trim()}” is ${edited === null ? 'added' : 'saved'}.`,
      })
      await refresh()
    },
  })
  return (
    <DialogForm sent={sent} action={edited === null ? 'Add the offer' : 'Save'} onCancel={onClose}>
      <OfferFields form={form} edited={edited} />
    </DialogForm>
  )
}
