import type { SignInTexts } from './en.ts'

export const es: SignInTexts = {
  cancelled: 'No se eligió ninguna llave de acceso. Inténtelo de nuevo cuando quiera.',
  endedTitle: 'Su sesión ha terminado',
  endedLead: 'Vuelva a entrar para continuar. Lo que escribió en esta página sigue ahí.',
  failed: 'No ha funcionado: {detail}',
  insecure: 'Las llaves de acceso necesitan una página segura: abra la consola por https o por localhost.',
  invitedLead: 'Este enlace le da el rol «{role}» en este servidor. Sirve una sola vez.',
  invitedTitle: 'Bienvenido',
  known: 'Este dispositivo ya tiene una llave de acceso para su cuenta. Entre con ella.',
  makePasskey: 'Crear una llave de acceso',
  noInvitation: 'Esta invitación ya no sirve',
  noInvitationLead: 'Se ha usado, otra más nueva ocupa su lugar o ha pasado su día. Pida una nueva.',
  noPasskey: '¿Aún no tiene llave de acceso?',
  noPasskeyLead:
    'Pida a un propietario que le invite. Quien puede ejecutar órdenes en el servidor crea una invitación así:',
  offline: 'No se puede llegar al servidor. Compruebe la red e inténtelo de nuevo.',
  passkeyHelp: 'Para reconocerla entre otras, por ejemplo «Portátil» o «Llave del llavero».',
  passkeyLead:
    'Una llave de acceso sustituye a la contraseña: su dispositivo la guarda y pide su huella, su cara o su PIN cuando la usa.',
  passkeyName: 'Nombre de la llave de acceso',
  signIn: 'Entrar',
  signInLead: 'Con la llave de acceso que creó cuando le invitaron.',
  signInPasskey: 'Entrar con una llave de acceso',
  toSignIn: 'Ir a la entrada',
  unsupported: 'Este navegador no tiene llaves de acceso. Use uno más nuevo.',
  you: 'Usted es',
}
