import type { StartTexts } from './en.ts'

export const es: StartTexts = {
  allDone: 'Todo listo. Encontrará estos pasos en el menú.',
  application: 'Crear una aplicación',
  applicationHelp:
    'Su tienda o su app necesita una clave de API para la verificación en dos pasos. La clave se muestra una sola vez.',
  applicationWay: 'Abrir claves de API',
  cardTitle: 'Primeros pasos',
  code: 'Enviar un código de prueba',
  codeHelp:
    'El banco de pruebas envía un código a un teléfono y lo verifica. Sin pasarela de SMS, puede leer el mensaje en la bandeja de salida.',
  codeWay: 'Abrir el banco de pruebas',
  colleagues: 'Invitar a un compañero',
  colleaguesHelp:
    'Es mejor tener dos propietarios: si uno pierde su llave de acceso, el otro puede volver a invitarlo.',
  colleaguesWay: 'Abrir operadores',
  event: 'Crear un evento',
  eventHelp:
    'Bastan un título, una fecha y el número de plazas. Los tipos de entrada, las opciones, el formulario y el programa pueden añadirse después.',
  eventWay: 'Crear un evento',
  makeOrganisation: 'Crear la organización',
  messages: 'Configurar los envíos',
  messagesHelp:
    'Mientras no configure una pasarela, los mensajes se quedan en la bandeja de salida de este servidor. Sirve para probar, pero nadie recibe nada.',
  messagesWay: 'Abrir ajustes',
  nextStep: 'A continuación: {step}',
  open: 'Abrir las inscripciones',
  openGuide: 'Ver todos los pasos',
  openHelp:
    'Publique el evento. A partir de entonces es posible inscribirse en su página, y usted puede compartir el enlace.',
  openWay: 'Abrir el evento',
  organisation: 'Dar nombre a su organización',
  organisationHelp: 'Sus eventos, aplicaciones y contactos le pertenecen. Normalmente basta con una.',
  organisationName: 'Nombre de la organización',
  organisationWay: 'Cambiar el nombre',
  passkey: 'Añadir una llave de acceso',
  passkeyHelp:
    'Inicie sesión con su teléfono, su ordenador o una llave de seguridad. Añada una segunda por si pierde la primera.',
  passkeyWay: 'Abrir su cuenta',
  putAway: 'Ocultar',
  start: 'Primeros pasos',
  startLead:
    'De un servidor vacío a su primer evento y su primer código. Siga los pasos en el orden que prefiera.',
  stepDone: 'hecho',
  stepsDone: '{done} de {total} pasos completados',
}
