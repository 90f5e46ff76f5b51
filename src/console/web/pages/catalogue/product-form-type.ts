import type { UseFormReturnType } from '@mantine/form'
import type { ProductValues } from './product-values.ts'

export type ProductFormState = UseFormReturnType<ProductValues>
