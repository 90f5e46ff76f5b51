import { IconKey, IconUserCheck, IconUserCog, IconUserOff } from '@tabler/icons-react'
import { api, ask } from '../../client.ts'
import { MenuAction } from '../../components/buttons.tsx'
import { DotsMenu } from '../../components/cells.tsx'
import { useConfirm } from '../../components/commands.tsx'
import { useFreshStart } from '../../state.ts'
import { changeRole, reactivateUser, resetUser, type HandedLink, type User } from './data.ts'

type UserActionsProps = { user: User; onLink: (handed: HandedLink) => void }

/** What an owner may do with a user. */
export function UserActions({ user, onLink }: UserActionsProps) {
  const commands = useUserCommands({ user, onLink })
  const { name, state, role, isYou } = user
  return (
    <DotsMenu label={`Actions for ${name}`} width={240}>
      {state === 'deactivated' ? (
        <MenuAction icon={IconUserCheck} onClick={commands.reactivate}>
          Let in again…
        </MenuAction>
      ) : (
        <>
          {!isYou && (
            <MenuAction icon={IconKey} onClick={commands.reset}>
              {state === 'active' ? 'Reset the password…' : 'New link…'}
            </MenuAction>
          )}
          <MenuAction icon={IconUserCog} onClick={commands.changeRole}>
            {role === 'owner' ? 'Make a member…' : 'Make an owner…'}
          </MenuAction>
          <MenuAction icon={IconUserOff} isRed onClick={commands.deactivate}>
            Deactivate…
          </MenuAction>
        </>
      )}
    </DotsMenu>
  )
}

function useUserCommands({ user, onLink }: UserActionsProps) {
  const confirm = useConfirm()
  const startAfresh = useFreshStart()
  const { name, id, isYou, state, role } = user
  // Whoever changes itself may see less from now on, or nothing.
  const afresh = () => (isYou ? startAfresh() : undefined)
  return {
    reset: () =>
      confirm({
        ...resetQuestion(user),
        done: `There is a new link for ${name}.`,
        run: async () => onLink({ link: await resetUser(id), name, isNew: state !== 'active' }),
      }),
    reactivate: () =>
      confirm({
        title: `Let ${name} in again?`,
        children: `${name} gets a link to choose a new password. The keys that ended with the deactivation stay ended: make new ones.`,
        action: 'Let in again',
        done: `${name} may sign in again.`,
        run: async () => onLink({ link: await reactivateUser(id), name, isNew: true }),
      }),
    deactivate: () =>
      confirm({
        title: isYou ? 'Deactivate yourself?' : `Deactivate ${name}?`,
        children: `${isYou ? 'You are' : `${name} is`} signed out everywhere at once, and ${keysOf(user.keys)} working. Documents and everything that was done stay.`,
        action: 'Deactivate',
        done: `${name} is deactivated.`,
        run: () => ask(api.users({ id }).deactivate.post()).then(afresh),
      }),
    changeRole: () =>
      confirm({
        ...roleQuestion(user),
        done: `${name} is ${role === 'owner' ? 'a member' : 'an owner'} now.`,
        run: () => changeRole(id, role === 'owner' ? 'member' : 'owner').then(afresh),
      }),
  }
}

function resetQuestion({ name, state }: User) {
  if (state !== 'active') {
    return {
      title: `Make a new link for ${name}?`,
      children: 'The link and the code that were made before stop working.',
      action: 'Make a new link',
    }
  }
  return {
    title: `Reset the password of ${name}?`,
    children: `The password of ${name} stops working now, and ${name} is signed out everywhere. You get a link to hand over, by which ${name} chooses a new one. Keys go on working.`,
    action: 'Reset the password',
  }
}

function roleQuestion({ name, role, isYou, ownersKeys }: User) {
  if (role === 'member') {
    return {
      title: `Make ${name} an owner?`,
      children: `${name} may then do everything that you may: see all documents and orders, change prices and rules, invite and deactivate users, delete backups.`,
      action: 'Make an owner',
    }
  }
  const who = isYou ? 'You' : name
  const ending =
    ownersKeys === 0
      ? ''
      : ` ${ownersKeys === 1 ? 'One key' : `${ownersKeys} keys`} that only an owner may have (of the storefront, or for the scans of all users) ${ownersKeys === 1 ? 'ends' : 'end'} at once.`
  return {
    title: isYou ? 'Make yourself a member?' : `Make ${name} a member?`,
    children: `${who} will see only what ${isYou ? 'you' : name} uploaded.${ending}`,
    action: 'Make a member',
  }
}

function keysOf(count: number): string {
  if (count === 0) return 'there are no keys that stop'
  return count === 1 ? '1 key stops' : `${count} keys stop`
}
