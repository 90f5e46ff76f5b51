import { Group, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { t } from '../language/language.ts'

/** An empty form for an S3 bucket. */
export const emptyBucket = {
  bucket: '',
  prefix: '',
  endpoint: '',
  region: '',
  accessKeyId: '',
  secret: '',
}

type Bucket = typeof emptyBucket

/** The address of an S3 bucket and its credentials. */
export function BucketFields({
  form,
}: {
  form: { getInputProps: UseFormReturnType<Bucket>['getInputProps'] }
}) {
  return (
    <Stack gap="sm">
      <Group grow align="flex-start">
        <TextInput label={t('Bucket')} spellCheck={false} {...form.getInputProps('bucket')} />
        <TextInput label={t('Folder in it (optional)')} {...form.getInputProps('prefix')} />
      </Group>
      <Group grow align="flex-start">
        <TextInput
          label={t('Address (optional)')}
          placeholder="https://s3.example.com"
          {...form.getInputProps('endpoint')}
        />
        <TextInput label={t('Region (optional)')} {...form.getInputProps('region')} />
      </Group>
      <Group grow align="flex-start">
        <TextInput
          label={t('Access key')}
          autoComplete="off"
          {...form.getInputProps('accessKeyId')}
        />
        <TextInput
          label={t('Its secret')}
          type="password"
          autoComplete="off"
          {...form.getInputProps('secret')}
        />
      </Group>
    </Stack>
  )
}

export function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}
