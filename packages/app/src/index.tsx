import '@backstage/cli/asset-types';
import { createRoot } from 'react-dom/client';
import App from './App';
import '@backstage/ui/css/styles.css';
import '@fontsource-variable/roboto';
import './fonts.css';

createRoot(document.getElementById('root')!).render(App.createRoot());
