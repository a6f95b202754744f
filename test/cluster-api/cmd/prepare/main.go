// Makes Cluster API's definitions and webhooks fit for managers that run as plain processes: whatever calls a Service in a
// cluster calls a port of this machine instead, with a certificate that is made here.
//
//	prepare MANIFESTS OUT core=PORT bootstrap=PORT control-plane=PORT infrastructure=PORT
//
// MANIFESTS has a folder per manager with crds/*.yaml and webhooks.yaml; PORT is that of the manager's webhooks. Writes
// certs/tls.crt, certs/tls.key, crds.yaml, webhooks.yaml.
package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// contract is how Cluster API's controllers find which version of a kind speaks which version of their contract.
var contract = map[string]string{
	"cluster.x-k8s.io/provider": "test",
	"cluster.x-k8s.io/v1beta1":  "v1beta1",
	"cluster.x-k8s.io/v1beta2":  "v1beta2",
}

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: prepare MANIFESTS OUT MANAGER=PORT...")
		os.Exit(2)
	}
	if err := prepare(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func prepare(manifests, out string, managers []string) error {
	authority, err := writeCertificates(filepath.Join(out, "certs"))
	if err != nil {
		return err
	}
	var definitions, webhooks []unstructured.Unstructured
	for _, each := range managers {
		manager, port, _ := strings.Cut(each, "=")
		server := callee{url: "https://127.0.0.1:" + port, authority: authority}
		found, err := server.definitions(filepath.Join(manifests, manager, "crds"))
		if err != nil {
			return err
		}
		definitions = append(definitions, found...)
		hooks, err := server.webhooks(filepath.Join(manifests, manager, "webhooks.yaml"), manager)
		if err != nil {
			return err
		}
		webhooks = append(webhooks, hooks...)
	}
	if err := writeAll(filepath.Join(out, "crds.yaml"), definitions); err != nil {
		return err
	}
	return writeAll(filepath.Join(out, "webhooks.yaml"), webhooks)
}

// callee is a manager as the API server calls it.
type callee struct {
	url       string
	authority []byte
}

func (c callee) clientConfig(path string) map[string]any {
	return map[string]any{"url": c.url + path, "caBundle": base64.StdEncoding.EncodeToString(c.authority)}
}

func (c callee) definitions(folder string) ([]unstructured.Unstructured, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil {
		return nil, err
	}
	var all []unstructured.Unstructured
	for _, file := range files {
		found, err := readAll(file)
		if err != nil {
			return nil, err
		}
		for _, definition := range found {
			definition.SetLabels(contract)
			versions, _, _ := unstructured.NestedSlice(definition.Object, "spec", "versions")
			if len(versions) > 1 {
				err = unstructured.SetNestedMap(definition.Object, map[string]any{
					"strategy": "Webhook",
					"webhook": map[string]any{
						"conversionReviewVersions": []any{"v1"},
						"clientConfig":             c.clientConfig("/convert"),
					},
				}, "spec", "conversion")
				if err != nil {
					return nil, err
				}
			}
			all = append(all, definition)
		}
	}
	return all, nil
}

func (c callee) webhooks(file, manager string) ([]unstructured.Unstructured, error) {
	all, err := readAll(file)
	if err != nil {
		return nil, err
	}
	for _, configuration := range all {
		kind := strings.TrimSuffix(strings.ToLower(configuration.GetKind()), "webhookconfiguration")
		configuration.SetName("capi-" + manager + "-" + kind)
		hooks, _, err := unstructured.NestedSlice(configuration.Object, "webhooks")
		if err != nil {
			return nil, err
		}
		var kept []any
		for _, entry := range hooks {
			hook := entry.(map[string]any)
			if isOfDocker(hook) {
				continue
			}
			path, _, _ := unstructured.NestedString(hook, "clientConfig", "service", "path")
			hook["clientConfig"] = c.clientConfig(path)
			kept = append(kept, hook)
		}
		configuration.Object["webhooks"] = kept
	}
	return all, nil
}

// isOfDocker is true for hooks of kinds that the in-memory main does not serve.
func isOfDocker(hook map[string]any) bool {
	rules, _, _ := unstructured.NestedSlice(hook, "rules")
	for _, rule := range rules {
		resources, _, _ := unstructured.NestedStringSlice(rule.(map[string]any), "resources")
		for _, resource := range resources {
			if strings.HasPrefix(resource, "docker") {
				return true
			}
		}
	}
	return false
}

func readAll(file string) ([]unstructured.Unstructured, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	decoder := utilyaml.NewYAMLOrJSONDecoder(bytes.NewReader(content), 4096)
	var all []unstructured.Unstructured
	for {
		var object map[string]any
		if err := decoder.Decode(&object); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if len(object) > 0 {
			all = append(all, unstructured.Unstructured{Object: object})
		}
	}
}

func writeAll(file string, objects []unstructured.Unstructured) error {
	var text bytes.Buffer
	for _, object := range objects {
		document, err := yaml.Marshal(object.Object)
		if err != nil {
			return err
		}
		text.WriteString("---\n")
		text.Write(document)
	}
	return os.WriteFile(file, text.Bytes(), 0o644)
}

// writeCertificates makes an authority and a certificate of 127.0.0.1 by it; the authority's key is not kept.
func writeCertificates(folder string) ([]byte, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	authority, authorityKey, err := sign(&x509.Certificate{
		Subject: pkix.Name{CommonName: "cluster-api-tests"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign,
	}, nil, nil)
	if err != nil {
		return nil, err
	}
	server, key, err := sign(&x509.Certificate{
		Subject: pkix.Name{CommonName: "webhooks"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}, authority, authorityKey)
	if err != nil {
		return nil, err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	return encodePEM("CERTIFICATE", authority.Raw), errors.Join(
		os.WriteFile(filepath.Join(folder, "tls.crt"), encodePEM("CERTIFICATE", server.Raw), 0o600),
		os.WriteFile(filepath.Join(folder, "tls.key"), encodePEM("PRIVATE KEY", secret), 0o600),
	)
}

// sign issues the certificate by the parent, or by itself where there is none.
func sign(template, parent *x509.Certificate, parentKey *ecdsa.PrivateKey) (*x509.Certificate, *ecdsa.PrivateKey, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	if parent == nil {
		parent, parentKey = template, key
	}
	template.SerialNumber, err = rand.Int(rand.Reader, big.NewInt(1<<62))
	if err != nil {
		return nil, nil, err
	}
	template.NotBefore = time.Now().Add(-time.Hour)
	template.NotAfter = time.Now().AddDate(0, 1, 0)
	raw, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, parentKey)
	if err != nil {
		return nil, nil, err
	}
	certificate, err := x509.ParseCertificate(raw)
	return certificate, key, err
}

func encodePEM(kind string, content []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content})
}
