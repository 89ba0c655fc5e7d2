import type { SignInTexts } from './en.ts'

export const es: SignInTexts = {
  cancelled: 'No se ha seleccionado ninguna llave de acceso. Inténtelo de nuevo cuando quiera.',
  endedTitle: 'Su sesión ha caducado',
  endedLead: 'Vuelva a iniciar sesión para continuar. Lo que escribió en esta página sigue ahí.',
  failed: 'No ha funcionado: {detail}',
  insecure:
    'Las llaves de acceso solo funcionan en páginas seguras. Abra la consola con https o en localhost.',
  invitedLead:
    'Ha recibido una invitación con el rol {role}. Cree una llave de acceso para empezar. Este enlace funciona una sola vez.',
  invitedTitle: 'Le damos la bienvenida',
  known: 'Este dispositivo ya tiene una llave de acceso para su cuenta. Inicie sesión con ella.',
  makePasskey: 'Crear una llave de acceso',
  noInvitation: 'Esta invitación ya no es válida',
  noInvitationLead: 'Ya se ha usado, se ha sustituido por otra más reciente o ha caducado. Pida una nueva.',
  noPasskey: '¿Aún no tiene llave de acceso?',
  noPasskeyLead:
    'Pida una invitación a un propietario. Si tiene acceso al servidor, cree una con este comando:',
  offline: 'No se puede conectar con el servidor. Compruebe su conexión e inténtelo de nuevo.',
  passkeyHelp: 'Para distinguir sus llaves de acceso.',
  passkeyLead:
    'Una llave de acceso sustituye a la contraseña. Su dispositivo la guarda y le pide la huella, la cara o el PIN al iniciar sesión.',
  passkeyName: 'Nombre de la llave de acceso',
  signIn: 'Iniciar sesión',
  signInLead: 'Use la llave de acceso que creó con su invitación.',
  signInPasskey: 'Iniciar sesión con una llave de acceso',
  toSignIn: 'Ir al inicio de sesión',
  unsupported: 'Este navegador no admite llaves de acceso. Use uno más reciente.',
  you: 'Cuenta:',
  phoneAgain: 'Reintentar',
  phoneCode: 'Código QR para el autenticador',
  phoneDenied: 'La solicitud se ha rechazado en el teléfono.',
  phoneExpired: 'La solicitud ha caducado sin respuesta.',
  phoneHere: 'Abrir el autenticador en este dispositivo',
  phoneNumber: 'Introduzca este número en su teléfono:',
  phoneScan: 'Escanee este código con su autenticador.',
  phoneWaiting: 'Esperando a su teléfono…',
  signInPhone: 'Iniciar sesión con el teléfono',
  signInOther: 'Iniciar sesión de otra forma',
}
