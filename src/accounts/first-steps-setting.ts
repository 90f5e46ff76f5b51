import { Type } from '@sinclair/typebox'

/** What no data show: that backups are copied elsewhere, and that nobody wants to see the list any more. */
export const firstStepsSetting = {
  name: 'home.first-steps',
  schema: Type.Object({ copiesBackups: Type.Boolean(), isOver: Type.Boolean() }),
  default: { copiesBackups: false, isOver: false },
}
